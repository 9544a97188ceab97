export {
  type ChangeHunk,
  computeFileChanges,
  type FileChange,
  type LooseEdit,
} from './compute-file-changes.ts'
export { EDITING_TOOLS } from './editing-tools.ts'
export { formatGitPatch, type PatchedFile, toRelativePath } from './format-git-patch.ts'
export { listCommits, type SessionCommit } from './list-commits.ts'
export { listReadFiles } from './list-read-files.ts'
export { type CallDiff, readCallDiff, readStoredDiff } from './read-call-diff.ts'
export type { EditFragment, StoredCall } from './read-file-edit.ts'
