#pragma once

#include <meshwright/kotor/mdl.h>

#include <limits>

#include "mesh_cases.h"

/// What validation finds in the headers of a model and in the tree of its nodes.
namespace mw::kotor::mdl {

/// The sample's root with a tail of so many further nodes.
inline void deepen(File& file, std::size_t levels) {
  file.nodes.resize(1);
  file.nodes[0].children.clear();
  for (std::size_t level = 1; level < levels; ++level) {
    Node node = file.nodes[0];
    node.header.number = std::uint16_t(level);
    node.offset = std::uint32_t(100000 + level);
    file.nodes.back().children = {std::uint32_t(level)};
    file.nodes.push_back(node);
  }
}

/// Sizes, functions and names that the headers tell.
inline std::vector<Case> header_cases() {
  return {
      {"MDL_FILE_SIZE_MISMATCH", [](File& f) { f.header.mdl_size += 1; },
       "file.mdl_size 0x00000004: the header says 7907 bytes follow it, the file has 7906",
       [](File& f) { f.header.mdl_size += 1, f.mdl_bytes += 1; }},
      {"MDL_MDX_MISSING", [](File& f) { f.has_mdx = false; },
       "file.mdx_size 0x00000008: the header says an MDX of 2324 bytes belongs to it, and there is none",
       [](File& f) { f.has_mdx = false, f.header.mdx_size = f.names_header.mdx_size = 0; }},
      {"MDL_MDX_SIZE_MISMATCH", [](File& f) { f.mdx_bytes -= 1; },
       "file.mdx_size 0x00000008: the header says the MDX has 2324 bytes, it has 2323",
       [](File& f) { f.mdx_bytes -= 1, f.header.mdx_size -= 1; }},
      {"MDL_NAMES_MDX_SIZE_MISMATCH", [](File& f) { f.names_header.mdx_size += 1; },
       "names_header.mdx_size 0x000000bc: the file header says 2324 bytes, the names header 2325",
       [](File& f) { f.names_header.mdx_size += 1, f.header.mdx_size += 1; }},
      {"MDL_MDX_ROWS_OUT_OF_RANGE", [](File& f) { body(f).mdx.reset(); },
       "nodes[7].mesh.mdx_offset 0x00001382: rows 0x400 to 0x8b0 are outside the MDX of 2324 bytes",
       [](File& f) { body(f).mdx.reset(), f.has_mdx = false; }},
      {"MDL_UNREFERENCED_BYTES", [](File& f) { f.mdx_unreferenced = {{4000, Bytes(3)}}; },
       "mdx.unreferenced[0] 0x00000fa0: 3 bytes that nothing refers to",
       [](File& f) { body(f).mdx->padding = Bytes(3); }},
      {"MDL_ARRAY_COUNT_MISMATCH", [](File& f) { body(f).header.faces.reserved = 1; },
       "nodes[7].mesh.faces.reserved 0x0000124e: count 0, but 1 are reserved",
       [](File& f) {
         body(f).faces.pop_back();
         body(f).header.faces.reserved = body(f).header.faces.count = 19;
       }},
      {"MDL_FUNCTION_UNKNOWN", [](File& f) { f.geometry.functions[0] = 1; },
       "geometry.functions 0x0000000c: function 1 is of no known game; read as k1-pc",
       [](File& f) { f.geometry.functions[1] = 1; }},
      {"MDL_FUNCTION_MISMATCH", [](File& f) { f.animations[1].header.geometry.functions[0] = 4284816; },
       "animations[1].geometry.functions 0x000002e5: functions 4284816 and 4451552, expected 4273392 and "
       "4451552 for "
       "k1-pc",
       [](File& f) { f.geometry.functions[0] = 1; }},
      {"MDL_FUNCTION_MISMATCH", [](File& f) { body(f).header.functions[0] += 1; },
       "nodes[7].mesh.functions 0x0000123e: functions 4216593 and 4216608, expected 4216592 and 4216608 for "
       "k1-pc",
       [](File& f) {
         f = sample(kXbox);  // whose functions of meshes are not known
         body(f).header.functions[0] += 1;
       }},
      {"MDL_GEOMETRY_TYPE_MISMATCH", [](File& f) { f.geometry.type = 5; },
       "geometry.type 0x00000058: type 5, expected 2", [](File& f) { f.geometry.padding = {5, 5, 5}; }},
      {"MDL_GEOMETRY_TYPE_MISMATCH", [](File& f) { f.geometry.type |= 0x80; },
       "geometry.type 0x00000058: type 130, expected 2", [](File& f) { f.geometry.padding = {0x80, 0, 0}; }},
      {"MDL_SUPERMODEL_NEEDED", [](File& f) { f.model.supermodel = FixedText<32>("S_Female02"); },
       "model.supermodel 0x00000094: animations are inherited from \"S_Female02\", which was not looked at",
       [](File& f) { f.model.supermodel = FixedText<32>("null"); }},
      {"MDL_NAME_TOO_LONG", [](File& f) { f.names[3].text = std::string(32, 'x'); },
       "names[3] 0x0000010d: has 32 bytes, more than 31",
       [](File& f) { f.names[3].text = std::string(31, 'x'); }},
  };
}

/// Nodes and where they hang.
inline std::vector<Case> tree_cases() {
  return {
      {"MDL_ROOT_NODE_MISSING", [](File& f) { f.nodes.clear(); },
       "geometry.root_node 0x00000034: there is no root node", [](File& f) { deepen(f, 1); }},
      {"MDL_NAME_INDEX_OUT_OF_RANGE", [](File& f) { f.nodes[kNeck].header.name_index = 9; },
       "nodes[2].name_index 0x000005f1: name 9 >= name count 9",
       [](File& f) { f.nodes[kNeck].header.name_index = 8; }},
      {"MDL_NODE_NUMBER_REPEATED", [](File& f) { f.nodes[kNeck].header.number = 1; },
       "nodes[2].number 0x000005ef: number 1 is also that of nodes[1] \"hip_g\"",
       [](File& f) { f.nodes[kNeck].header.number = 500; }},
      {"MDL_NODE_TYPE_UNKNOWN", [](File& f) { f.nodes[kRoot].header.type = 0x401; },
       "nodes[0].type 0x00000535: type 0x401 is not one of the known kinds",
       [](File& f) { f.nodes[kRoot].header.type = kNodeHeader | kNodeCamera; }},
      {"MDL_NODE_PARENT_MISMATCH", [](File& f) { f.nodes[kNeck].header.parent = {kRoot}; },
       "nodes[2].parent 0x000005f9: parent 0x529, but it is a child of the node at 0x585",
       [](File& f) {
         f.nodes[kNeck].header.parent = {kRoot};
         std::erase(f.nodes[kHip].children, kNeck);
         f.nodes[kRoot].children.push_back(kNeck);
       }},
      {"MDL_NODE_OWNER_MISMATCH", [](File& f) { f.animations[1].nodes[2].header.owner = {0}; },
       "animations[1].nodes[2].owner 0x00000465: owner 0x131, expected 0x2d9",
       [](File& f) {
         f.animations[1].offset = 5000;
         for (Node& node : f.animations[1].nodes) node.header.owner = {kNoRow, 5000};
       }},
      {"MDL_NODE_OWNER_MISMATCH", [](File& f) { f.nodes[kNeck].header.owner = {kNoRow, 1}; },
       "nodes[2].owner 0x000005f5: owner 0x1, expected 0x0",
       [](File& f) { f.nodes[kNeck].header.owner = {kNoRow, 0}; }},
      {"MDL_NODE_CYCLE", [](File& f) { f.nodes[kNeck].children.push_back(kHip); },
       "nodes[2].child_offsets[2] 0x00000645: child nodes[1] \"hip_g\" is the node itself or above it",
       [](File& f) { f.nodes[kNeck].children.push_back(kFloor); }},
      {"MDL_NODE_SHARED", [](File& f) { f.nodes[kNeck].children.push_back(kFloor); },
       "nodes[0].child_offsets[2] 0x0000058d: child nodes[8] \"walkmesh\" is also a child of nodes[2] "
       "\"neck_g\"",
       [](File& f) { f.nodes[kNeck].children.push_back(kNeck); }},
      {"MDL_NODE_TOO_DEEP", [](File& f) { deepen(f, 65); },
       "nodes[0] 0x00000535: 65 levels deep, more than 64", [](File& f) { deepen(f, 64); }},
      {"MDL_HEAD_NODE_MISSING", [](File& f) { f.names_header.head_node = {kNoRow, 1}; },
       "names_header.head_node 0x000000b4: 0x1 is no node of the model",
       [](File& f) { f.names_header.head_node = {kNeck}; }},
      {"MDL_VALUE_NOT_FINITE",
       [](File& f) { f.nodes[kNeck].header.position.x = std::numeric_limits<float>::quiet_NaN(); },
       "nodes[2].position 0x000005fd: position is not a finite number",
       [](File& f) { f.nodes[kNeck].header.position.x = std::numeric_limits<float>::max(); }},
      {"MDL_ORIENTATION_NOT_UNIT", [](File& f) { f.nodes[kHand].header.orientation = {1.0015F, 0, 0, 0}; },
       "nodes[5].orientation 0x00000dfa: quaternion of length 1.0015",
       [](File& f) { f.nodes[kHand].header.orientation = {1.0009F, 0, 0, 0}; }},
  };
}

}  // namespace mw::kotor::mdl
