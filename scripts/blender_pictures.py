"""blender -b -noaudio --factory-startup -P scripts/blender_pictures.py -- MESHWRIGHT OUT_FOLDER: the pictures of
docs/authoring.md. A sample is opened in Blender, with its bones as Blender draws them, and once more with its tail
pulled out by one corner; what is told of the edit must be what the page says."""
import math
import os
import subprocess
import sys
import tempfile

import numpy

numpy.bool = bool  # Blender 3.4 names an alias that later versions of numpy do not have

import bpy  # noqa: E402
from mathutils import Vector  # noqa: E402

SIZE = (480, 400)
SKIN, TAIL, FLOOR, BONE, MARK = (0.5, 0.22, 0.1), (0.2, 0.36, 0.14), (0.3, 0.32, 0.35), (0.02, 0.15, 0.6), (0.8, 0.05, 0.02)


def material(name, colour, alpha=1.0, glow=0.0):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = 0.8
    shader.inputs["Alpha"].default_value = alpha
    shader.inputs["Emission"].default_value = (*colour, 1)
    shader.inputs["Emission Strength"].default_value = glow
    return made


def add_shape(name, vertices, faces, look):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.materials.append(look)
    item = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(item)
    return item


def add_bones(look):
    """One octahedron for each bone: thick at a tenth of its length, as in the editor."""
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1), (5, 2, 1), (5, 3, 2), (5, 4, 3), (5, 1, 4)]
    for armature in [item for item in bpy.data.objects if item.type == "ARMATURE"]:
        for bone in armature.data.bones:
            place = armature.matrix_world @ bone.matrix_local
            length = max(bone.length, 0.12)
            ring = [(x * length * 0.12, length * 0.12, z * length * 0.12) for x, z in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
            points = [place @ Vector(point) for point in ((0, 0, 0), *ring, (0, length, 0))]
            add_shape("bone " + bone.name, points, faces, look)


def add_ball(place, radius, look):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=place)
    bpy.context.object.data.materials.append(look)


def pull_tail():
    """All vertices at the farthest corner of the tail, by a quarter of a metre; gives where it is then."""
    tail = bpy.data.objects["tail_g"]
    far = min((vertex.co.copy() for vertex in tail.data.vertices), key=lambda place: place.y)
    for vertex in tail.data.vertices:
        if (vertex.co - far).length < 1e-6:
            vertex.co.y -= 0.25
    return tail.matrix_world @ (far + Vector((0, -0.25, 0)))


def light_up():
    scene = bpy.context.scene
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = (3.4, -2.9, 2.1)
    camera.rotation_euler = (Vector((0, -0.3, 0.55)) - camera.location).to_track_quat("-Z", "Y").to_euler()
    camera.data.lens = 68
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.rotation_euler = (math.radians(45), 0, math.radians(70))
    sun.data.energy = 2.2
    for item in (camera, sun):
        scene.collection.objects.link(item)
    scene.camera = camera
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.42, 0.45, 0.5, 1)


def render(file):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 96
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x, scene.render.resolution_y = SIZE
    scene.render.image_settings.file_format = "WEBP"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.quality = 82
    scene.render.filepath = file
    bpy.ops.render.render(write_still=True)


def open_model(file):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=file, bone_heuristic="BLENDER")


def paint():
    """The sample's textures are names only."""
    looks = {"body_g.1": material("skin", SKIN, 0.4), "tail_g": material("tail", TAIL), "walkmesh": material("floor", FLOOR)}
    for item in bpy.data.objects:
        if item.type == "MESH" and item.name in looks:
            item.data.materials.clear()
            item.data.materials.append(looks[item.name])


meshwright, out = sys.argv[sys.argv.index("--") + 1 :]
with tempfile.TemporaryDirectory() as folder:
    model, glb, saved = (os.path.join(folder, name) for name in ("creature.mdl", "creature.glb", "saved.glb"))
    subprocess.run([meshwright, "-q", "sample", "kotor-mdl", model], check=True)
    subprocess.run([meshwright, "-q", "convert", model, glb, "--hidden", "--collision"], check=True)
    for edited in (False, True):
        open_model(glb)
        corner = pull_tail() if edited else None
        if edited:
            bpy.ops.export_scene.gltf(filepath=saved, export_format="GLB", export_extras=True, export_force_sampling=False)
        paint()
        add_bones(material("bone", BONE, glow=0.5))
        if corner:
            add_ball(corner, 0.04, material("mark", MARK, glow=1.0))
        light_up()
        render(os.path.join(out, "blender_edited.webp" if edited else "blender_opened.webp"))
    told = subprocess.run(
        [meshwright, "convert", saved, os.path.join(folder, "new.mdl"), "--onto", model], check=True, capture_output=True, text=True
    ).stdout
    print("told:", told.splitlines()[:-1])
    if told.splitlines()[0] != "mesh tail_g: 1 vertex moved, normals recomputed":
        sys.exit("the page says otherwise")
