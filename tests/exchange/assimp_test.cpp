// A second, independent reader must see the same meshes.
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/exchange/obj.h>
#include <meshwright/kotor/walkmesh.h>

#include <assimp/Importer.hpp>

#include "support/bytes.h"
#include "support/corpus.h"

namespace mw::exchange {
namespace {

namespace walkmesh = kotor::walkmesh;

struct Counts {
  std::size_t meshes = 0;
  std::size_t vertices = 0;
  std::size_t faces = 0;
  bool operator==(const Counts&) const = default;
};

/// assimp makes a mesh of each primitive, and a face of each triangle or line.
Counts counts_of(const scene::Scene& scene) {
  Counts counts;
  for (const scene::Mesh& mesh : scene.meshes) {
    for (const scene::Primitive& p : mesh.primitives) {
      ++counts.meshes;
      counts.vertices += p.positions.size();
      counts.faces += p.indices.size() / (p.topology == scene::Topology::triangles ? 3 : 2);
    }
  }
  return counts;
}

Counts counts_by_assimp(const Bytes& bytes, const char* extension) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), 0, extension);
  EXPECT_NE(scene, nullptr) << importer.GetErrorString();
  Counts counts;
  if (scene == nullptr) return counts;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    ++counts.meshes;
    counts.vertices += scene->mMeshes[i]->mNumVertices;
    counts.faces += scene->mMeshes[i]->mNumFaces;
  }
  return counts;
}

TEST(Assimp, SeesTheSameSamples) {
  for (const auto which : {walkmesh::Sample::room, walkmesh::Sample::placeable, walkmesh::Sample::door}) {
    const scene::Scene scene = to_scene(walkmesh::sample(which));
    EXPECT_EQ(counts_by_assimp(write_gltf(scene)->bytes, "glb"), counts_of(scene));
    EXPECT_EQ(counts_by_assimp(write_obj(scene)->bytes, "obj").faces, counts_of(scene).faces);
  }
}

TEST(Assimp, SeesTheSameRealWalkmeshes) {
  const auto files = test::corpus_files("kotor/wok", ".wok");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const scene::Scene scene = to_scene(walkmesh::read(test::read_bytes(path)).value());
    EXPECT_EQ(counts_by_assimp(write_gltf(scene)->bytes, "glb"), counts_of(scene)) << path;
  }
}

}  // namespace
}  // namespace mw::exchange
