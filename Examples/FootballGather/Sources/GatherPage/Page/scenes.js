export const scenes = undefined;
