import type { LogRequest } from './log-protocol.ts'

export type MendRequest = LogRequest & {
  /** Of the report that was seen. */
  readonly fingerprint: string
}

export type DoctorNews =
  | { readonly kind: 'plan'; readonly files: number }
  | { readonly kind: 'verdict'; readonly row: VerdictRow }

/**
 * The grade of a log as it is now: `quirks` are habits of the programs that wrote it, nothing to do; `damaged`: something
 * is lost, refused by the API or guessed. `unexamined`: large, or it cannot be read; `problem` says which.
 */
export type DoctorVerdict = 'healthy' | 'quirks' | 'damaged' | 'no-session' | 'unexamined'

export type DefectSeverity = 'error' | 'warning' | 'note'

/** What a defect does; a quirk does nothing. */
export type DefectHarm = 'lost' | 'refused' | 'guessed'

/** What was found in a log, in numbers. */
export type VerdictRow = {
  readonly id: string
  readonly sessionId: string
  readonly title: string
  readonly cwd: string | null
  readonly changedAt: string
  readonly bytes: number
  readonly isSubagent: boolean
  readonly verdict: DoctorVerdict
  readonly counts: Readonly<Record<DefectSeverity, number>>
  /** How many defects a fix would take away. */
  readonly fixable: number
  /** `large`: too large to be examined along with others, and not alone. */
  readonly problem: 'large' | 'too-large' | 'unreadable' | null
}

export type SessionReport = TooLargeReport | DefectReport

/** Nothing is known of a log that the server cannot hold. */
export type TooLargeReport = {
  readonly kind: 'too-large'
  readonly title: string
  readonly file: string
  readonly bytes: number
  readonly limit: number
}

export type DefectReport = {
  readonly kind: 'report'
  readonly title: string
  /** Where the log lies on the server's disk. */
  readonly file: string
  /** Which bytes this is about. */
  readonly fingerprint: string
  readonly verdict: Exclude<DoctorVerdict, 'unexamined'>
  readonly bytes: number
  readonly lines: number
  readonly entries: number
  /** The worst first. */
  readonly findings: readonly DefectFinding[]
  readonly resume: { readonly before: ResumeNumbers; readonly after: ResumeNumbers }
  /** How many lines a fix changes, and the first of them. */
  readonly changeCount: number
  readonly changes: readonly ChangedLine[]
  /** `held`: a program of ours has it open. `fresh`: it changed a moment ago. */
  readonly writer: 'held' | 'fresh' | null
}

/** All defects of one kind. */
export type DefectFinding = {
  readonly kind: string
  readonly severity: DefectSeverity
  readonly harm: DefectHarm | null
  /** A few words, and what it means, in English. */
  readonly label: string
  readonly sentence: string
  readonly count: number
  readonly fixable: number
  /** The first of them. */
  readonly places: readonly DefectPlace[]
}

export type DefectPlace = {
  readonly line: number | null
  readonly offset: number | null
  readonly uuid: string | null
  readonly detail: string
  /** The beginning of the line there; null where no single line is to blame. */
  readonly text: string | null
  /** Whether the session shows that line as a message. */
  readonly isShown: boolean
}

/** What a resume would send. */
export type ResumeNumbers = {
  readonly model: string
  readonly messages: number
  readonly blocks: number
  readonly repairs: number
  /** What is in the log and not meant for the model. */
  readonly unsent: number
  readonly violations: number
}

/** A line that a fix changes, cut to where it changes. */
export type ChangedLine = {
  readonly action: 'removed' | 'rewritten' | 'added'
  readonly line: number
  readonly offset: number
  readonly before: string | null
  readonly after: string | null
}

export type MendOutcome =
  | { readonly status: 'unchanged' }
  /** `backup` holds every byte of the file as it was. */
  | {
      readonly status: 'fixed'
      readonly file: string
      readonly backup: string
      readonly changeCount: number
    }
