export { diffLines } from './diff-lines.ts'
export { createStructuredPatch, type PatchHunk } from './structured-patch.ts'
