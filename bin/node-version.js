/** What follows the launcher needs this Node or a later one. */
export const OLDEST_NODE = 24;

export const isOldNode = Number.parseInt(process.versions.node, 10) < OLDEST_NODE;
