export { diffLines } from './diff-lines.ts'
export { type DrawnLine, markHunk } from './mark-hunk.ts'
export { type MarkedLines, type MarkedText, markWords } from './mark-words.ts'
export { createStructuredPatch, type PatchHunk, splitLines } from './structured-patch.ts'
