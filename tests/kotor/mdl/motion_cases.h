#pragma once

#include <meshwright/kotor/mdl.h>

#include "mesh_cases.h"

/// What validation finds in controllers and animations, and in the trees of walkmeshes.
namespace mw::kotor::mdl {

inline constexpr std::uint32_t kLightRadius = 88;

/// Gives the one moving node of the first animation another controller and the number of another node.
inline void animate_neck_as(File& file, std::uint32_t controller, std::uint16_t number) {
  Node& node = file.animations[0].nodes[kNeck];
  node.controllers[0].type = controller;
  node.header.number = number;
}

/// Controllers and their data.
inline std::vector<Case> controller_cases() {
  return {
      {"MDL_CONTROLLER_TYPE_UNKNOWN", [](File& f) { f.nodes[kTail].controllers[2].type = 128; },
       "nodes[6].controllers[2].type 0x00001136: controller 128 is not known for this kind of node",
       [](File& f) { f.nodes[kTail].controllers[2].type = kScaleController; }},
      {"MDL_CONTROLLER_TYPE_UNKNOWN", [](File& f) { animate_neck_as(f, kLightRadius, kNeck); },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) { animate_neck_as(f, kLightRadius, kLamp); }},
      {"MDL_CONTROLLER_TYPE_UNKNOWN", [](File& f) { animate_neck_as(f, kLightRadius, kHand); },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) { animate_neck_as(f, kLightRadius, 50); }},  // a node of the supermodel
      // A number that two nodes have: the one with the name is meant, and without such a one nobody knows.
      {"MDL_CONTROLLER_TYPE_UNKNOWN",
       [](File& f) {
         f.nodes[kHip].header.number = kLamp;
         animate_neck_as(f, kLightRadius, kLamp);
         f.animations[0].nodes[kNeck].header.name_index = f.nodes[kHip].header.name_index;
       },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) {
         f.nodes[kHip].header.number = kLamp;
         animate_neck_as(f, kLightRadius, kLamp);
         f.animations[0].nodes[kNeck].header.name_index = f.nodes[kLamp].header.name_index;
       }},
      {"MDL_CONTROLLER_TYPE_UNKNOWN",
       [](File& f) {
         f.nodes[kHip].header.number = kHand;
         animate_neck_as(f, kLightRadius, kHand);
         f.animations[0].nodes[kNeck].header.name_index = f.nodes[kHand].header.name_index;
       },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) {
         f.nodes[kHip].header.number = kHand;
         animate_neck_as(f, kLightRadius, kHand);
       }},
      {"MDL_CONTROLLER_DATA_OUT_OF_RANGE", [](File& f) { f.nodes[kHip].controllers[1].data_index = 6; },
       "nodes[1].controllers[1].data_index 0x000011c4: orientation needs data up to 10, the node has 9",
       [](File& f) { f.nodes[kHip].controllers[1].data_index = 6, f.nodes[kHip].data.push_back(1); }},
      {"MDL_CONTROLLER_KEYS_MISSING", [](File& f) { f.nodes[kHip].controllers[0].rows = 0; },
       "nodes[1].controllers[0].rows 0x000011b0: position has no keys",
       [](File& f) { f.nodes[kHip].controllers[0].rows = 2; }},
      {"MDL_CONTROLLER_COLUMNS_MISMATCH", [](File& f) { f.nodes[kHip].controllers[0].columns = 2; },
       "nodes[1].controllers[0].columns 0x000011b6: position has 2 columns, expected 3",
       [](File& f) { f.nodes[kHip].controllers[1].columns = 2; }},  // a compressed orientation
      {"MDL_CONTROLLER_COLUMNS_MISMATCH", [](File& f) { f.nodes[kHip].controllers[0].columns = 8; },
       "nodes[1].controllers[0].columns 0x000011b6: position has 8 columns, expected 3",
       [](File& f) { f.nodes[kHip].controllers[0].columns = 9; }},  // a curve
      {"MDL_CONTROLLER_TIMES_OUT_OF_ORDER", [](File& f) { f.animations[0].nodes[kNeck].data[1] = 0; },
       "animations[0].nodes[2].controllers[0].time_index 0x000002c5: orientation: key 1 at 0 is not after "
       "the one before it, at 0",
       [](File& f) { f.animations[0].nodes[kNeck].data[1] = 1e-6F; }},
      {"MDL_CONTROLLER_DATA_UNUSED", [](File& f) { f.nodes[kHip].data.push_back(1); },
       "nodes[1].data[9] 0x000011ee: 1 of 10 data values belong to no controller",
       [](File& f) {
         f.nodes[kHip].controllers.push_back(
             {.type = kScaleController, .rows = 1, .time_index = 9, .data_index = 10, .columns = 1});
         f.nodes[kHip].data.insert(f.nodes[kHip].data.end(), {0, 1});
       }},
  };
}

/// Animations, their nodes and events.
inline std::vector<Case> animation_cases() {
  return {
      {"MDL_ANIMATION_NODE_UNKNOWN", [](File& f) { f.animations[0].nodes[kNeck].header.number = 50; },
       "animations[0].nodes[2].number 0x0000026f: number 50 (\"neck_g\") is no node of the model",
       [](File& f) { f.animations[0].nodes[kNeck].header.number = f.nodes[kHand].header.number = 50; }},
      {"MDL_ANIMATION_KEY_OUT_OF_RANGE", [](File& f) { f.animations[0].header.length = 1.9985F; },
       "animations[0].nodes[2].controllers[0].time_index 0x000002c5: orientation: last key at 2, after the "
       "animation's end at 1.9985",
       [](File& f) { f.animations[0].header.length = 1.9991F; }},
      {"MDL_ANIMATION_ENDS_EARLY", [](File& f) { f.animations[0].header.length = 2.0015F; },
       "animations[0].length 0x0000018d: last key at 2, the animation's end is at 2.0015",
       [](File& f) { f.animations[0].header.length = 2.0009F; }},
      {"MDL_ANIMATION_LENGTH_OUT_OF_RANGE", [](File& f) { f.animations[0].header.length = -1; },
       "animations[0].length 0x0000018d: length -1", [](File& f) { f.animations[0].header.length = 0; }},
      {"MDL_ANIMATION_REPEATED",
       [](File& f) { f.animations[1].header.geometry.name = FixedText<32>("pause1"); },
       "animations[1].geometry.name 0x000002ed: \"pause1\" is also the name of animation 0",
       [](File& f) { f.animations[1].header.geometry.name = FixedText<32>("pause2"); }},
      {"MDL_EVENT_TIME_OUT_OF_RANGE", [](File& f) { f.animations[1].events[1].time = 1.0015F; },
       "animations[1].events[1].time 0x00000391: \"snd_footstep\" at 1.0015 is outside the animation's 1 "
       "seconds",
       [](File& f) { f.animations[1].events[1].time = 1.0009F; }},
      {"MDL_EVENT_TIME_OUT_OF_RANGE", [](File& f) { f.animations[1].events[1].time = -0.25F; },
       "animations[1].events[1].time 0x00000391: \"snd_footstep\" at -0.25 is outside the animation's 1 "
       "seconds",
       [](File& f) { f.animations[1].events[1].time = 0; }},
  };
}

/// Trees of walkmeshes.
inline std::vector<Case> aabb_cases() {
  return {
      {"MDL_AABB_MISSING", [](File& f) { floor(f).aabb->nodes.clear(); },
       "nodes[8].mesh.aabb 0x00001aa6: a walkmesh without a tree",
       [](File& f) { floor(f).aabb->nodes.clear(), floor(f).faces.clear(); }},
      {"MDL_AABB_COUNT_MISMATCH", [](File& f) { floor(f).aabb->nodes.push_back({}); },
       "nodes[8].mesh.aabb.nodes[0] 0x00001aaa: 16 nodes, expected 15 for 8 faces",
       [](File& f) {
         floor(f).aabb->nodes.resize(17);
         floor(f).faces.push_back(floor(f).faces[0]);
       }},
      {"MDL_AABB_CYCLE", [](File& f) { floor(f).aabb->nodes[1].left = 0; },
       "nodes[8].mesh.aabb.nodes[1].left 0x00001aea: child 0 was reached already",
       [](File& f) { std::swap(floor(f).aabb->nodes[1].left, floor(f).aabb->nodes[1].right); }},
      {"MDL_AABB_CYCLE", [](File& f) { floor(f).aabb->nodes[1].left = 14; },
       "nodes[8].mesh.aabb.nodes[12].right 0x00001ca6: child 14 was reached already",
       [](File& f) { floor(f).aabb->nodes[1].left = 15; }},  // that does not exist
      {"MDL_AABB_FACE_OUT_OF_RANGE", [](File& f) { floor(f).aabb->nodes.back().face = 8; },
       "nodes[8].mesh.aabb.nodes[14].face 0x00001cfa: face 8, but there are 8",
       [](File& f) { floor(f).aabb->nodes[3].face = 7; }},
      {"MDL_AABB_FACE_REPEATED",
       [](File& f) { floor(f).aabb->nodes.back().face = floor(f).aabb->nodes[3].face; },
       "nodes[8].mesh.aabb.nodes[14].face 0x00001cfa: face 0 is in leaf 3 too",
       [](File& f) { std::swap(floor(f).aabb->nodes.back().face, floor(f).aabb->nodes[3].face); }},
      {"MDL_AABB_FACE_MISSING", [](File& f) { floor(f).aabb->nodes.back().face = 8; },
       "nodes[8].mesh.aabb.nodes[0] 0x00001aaa: 1 faces are in no leaf, the first is 7",
       [](File& f) { std::swap(floor(f).aabb->nodes.back().face, floor(f).aabb->nodes[3].face); }},
      {"MDL_AABB_PLANE_UNKNOWN", [](File& f) { floor(f).aabb->nodes[0].plane = 3; },
       "nodes[8].mesh.aabb.nodes[0].plane 0x00001ace: plane 3 of an inner node",
       [](File& f) { floor(f).aabb->nodes[0].plane = kPlaneNegativeZ; }},
      {"MDL_AABB_PLANE_UNKNOWN", [](File& f) { floor(f).aabb->nodes[3].plane = 1; },
       "nodes[8].mesh.aabb.nodes[3].plane 0x00001b46: plane 1 of a leaf",
       [](File& f) { floor(f).aabb->nodes[0].right = kNoChild; }},  // no leaf yet
      {"MDL_AABB_BOX_MISMATCH", [](File& f) { floor(f).aabb->nodes[0].box_max.x -= 0x1p-9F; },
       "nodes[8].mesh.aabb.nodes[0] 0x00001aaa: child 1 sticks out of the box by 0.001953125",
       [](File& f) { floor(f).aabb->nodes[0].box_max.x -= 0.0009F; }},
  };
}

}  // namespace mw::kotor::mdl
