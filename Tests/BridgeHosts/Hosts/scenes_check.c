#include "scenes.h"

const char *const names[] = { SCENE_TODO, TODO_ACTION_ADD, TODO_ACTION_ADD_TITLE, TODO_ITEM_IS_DONE, CIS_SCHEMA };
