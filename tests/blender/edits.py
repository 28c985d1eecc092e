"""blender -b -P edits.py -- OUT_FOLDER GLB=EDIT...: opens a file, does one thing to it, saves it as OUT_FOLDER/NUMBER.glb."""
import os
import sys

import numpy

numpy.bool = bool  # Blender 3.4 names an alias that later versions of numpy do not have

import bmesh  # noqa: E402
import bpy  # noqa: E402


def mesh_object(name):
    """The mesh that Blender has for a node; its own number stands behind a name that is taken."""
    for item in bpy.data.objects:
        if item.type == "MESH" and item.name.split(".")[0] == name:
            return item
    raise KeyError(name)


def move_vertex(name):
    """All vertices at the place of the first, by a quarter of a metre."""
    vertices = mesh_object(name).data.vertices
    place = vertices[0].co.copy()
    for vertex in vertices:
        if (vertex.co - place).length < 1e-6:
            vertex.co.x += 0.25


def add_influence(name, bone, weight):
    item = mesh_object(name)
    group = item.vertex_groups.get(bone) or item.vertex_groups.new(name=bone)
    place = item.data.vertices[0].co.copy()
    for vertex in item.data.vertices:
        if (vertex.co - place).length < 1e-6:
            for other in vertex.groups:
                other.weight *= 1 - weight
            group.add([vertex.index], weight, "ADD")


def set_key(animation, bone):
    """Turns the second key of a bone's or an object's rotation the other way round."""
    for action in bpy.data.actions:
        if not action.name.startswith(animation):
            continue
        for curve in action.fcurves:
            if bone in curve.data_path and "rotation" in curve.data_path and curve.array_index > 0:
                curve.keyframe_points[1].co.y *= -1


def add_node(name, parent):
    item = bpy.data.objects.new(name, None)
    item.location = (1, 2, 3)
    bpy.context.scene.collection.objects.link(item)
    armature = next((o for o in bpy.data.objects if o.type == "ARMATURE" and parent in o.pose.bones), None)
    if armature is not None:
        item.parent = armature
        item.parent_type = "BONE"
        item.parent_bone = parent
    else:
        item.parent = bpy.data.objects[parent]


def turn_armature():
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    armature.rotation_mode = "XYZ"
    armature.rotation_euler = (0, 0, 1)


def add_triangle(name):
    """Without a weight."""
    data = mesh_object(name).data
    mesh = bmesh.new()
    mesh.from_mesh(data)
    mesh.faces.new([mesh.verts.new(place) for place in ((1, 1, 1), (2, 1, 1), (1, 2, 1))])
    mesh.to_mesh(data)
    mesh.free()


def delete_mesh(name):
    bpy.data.objects.remove(mesh_object(name))


def rename_material(name, new_name):
    bpy.data.materials[name].name = new_name


out, *edits = sys.argv[sys.argv.index("--") + 1 :]
for number, case in enumerate(edits):
    file, edit = case.split("=")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=file, bone_heuristic="BLENDER")
    name, *words = edit.split(":")
    globals()[name](*[float(word) if word.startswith("0.") else word for word in words])
    bpy.ops.export_scene.gltf(
        filepath=os.path.join(out, f"{number}.glb"),
        export_format="GLB",
        export_extras=True,
        export_force_sampling=False,
    )
