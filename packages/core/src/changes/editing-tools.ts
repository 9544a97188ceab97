/** The tools that write files: wherever edits are told or counted, it is calls of these. */
export const EDITING_TOOLS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'NotebookEdit', 'Write'])
