export {
  type ChangeHunk,
  computeFileChanges,
  type FileChange,
  type LooseEdit,
} from './compute-file-changes.ts'
export { formatGitPatch, toRelativePath } from './format-git-patch.ts'
export { type CallDiff, readCallDiff } from './read-call-diff.ts'
export type { EditFragment } from './read-file-edit.ts'
