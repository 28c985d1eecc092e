"""blender -b -P open_and_save.py -- OUT_FOLDER GLB...: opens each file and saves it without touching anything."""
import os
import sys
import traceback

import numpy

numpy.bool = bool  # Blender 3.4 names an alias that later versions of numpy do not have

import bpy  # noqa: E402

out, *files = sys.argv[sys.argv.index("--") + 1 :]
for file in files:
    try:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.gltf(filepath=file, bone_heuristic=os.environ.get("BONE_DIR", "BLENDER"))
        bpy.ops.export_scene.gltf(
            filepath=os.path.join(out, os.path.basename(file)),
            export_format="GLB",
            export_extras=True,
            export_lights=True,
            export_force_sampling=False,
        )
    except Exception:
        print("not saved:", file)
        traceback.print_exc()
