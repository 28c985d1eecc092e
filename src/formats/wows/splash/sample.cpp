#include <meshwright/wows/splash.h>

namespace mw::wows::splash {

File sample() {
  File file;
  file.boxes = {{"CM_SB_bow_1", {-1, -0.5F, 4}, {1, 1, 8}},
                {"CM_SB_cit_1", {-1.25F, -1, -3}, {1.25F, 0.75F, 4}},
                {"CM_SB_stern_1", {-1, -0.5F, -7.5F}, {1, 1, -3}}};
  return file;
}

}  // namespace mw::wows::splash
