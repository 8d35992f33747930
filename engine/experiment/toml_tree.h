// SPDX-License-Identifier: Apache-2.0
// Where the tree of a TOML document was before model files needed it as well.
#pragma once

#include "engine/toml/toml_tree.h"
