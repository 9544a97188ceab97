/** What a command finds inside. Paths are real and exist, but for those in `absent`. */
export type SandboxPlan = {
  /** `rules`: all as outside but what rules for files forbid. `folder`: writing only in the folders, and no network. */
  readonly level: SandboxLevel
  /** Where it may write; only for `folder`. */
  readonly writable: readonly string[]
  /** Folders above what is kept: they cannot be moved away, with all that is below. */
  readonly pinned: readonly string[]
  /** What it may read and not change. */
  readonly readOnly: readonly string[]
  /** What stays writable inside of those. */
  readonly writableInside: readonly string[]
  /** What it does not see. */
  readonly hidden: readonly string[]
  /** What is empty for it: programs that look for their settings there go on without. */
  readonly emptied: readonly string[]
  /** What it sees all the same of both. */
  readonly shown: readonly string[]
  /** What does not exist and must not come to be: whatever appears there is moved aside afterwards. */
  readonly absent: readonly string[]
  /** Why commands inside have to be asked about all the same; null where nothing speaks against it. */
  readonly weakness: string | null
}

export type SandboxLevel = 'rules' | 'folder'
