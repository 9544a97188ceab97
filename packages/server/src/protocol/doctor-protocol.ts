import type { DefectPlace, DoctorFinding, DoctorReport, DoctorVerdict } from '@antiphon/transcript'
import type { LogRequest, SessionRow } from './log-protocol.ts'

export type MendRequest = LogRequest & {
  /** Of the report that was seen. */
  readonly fingerprint: string
}

export type DoctorNews =
  | { readonly kind: 'plan'; readonly files: number }
  | { readonly kind: 'verdict'; readonly row: VerdictRow }

/** What follows for the session as it is now. `unexamined`: large, or it cannot be read; `problem` says which. */
export type LogVerdict = DoctorVerdict | 'unexamined'

/** What was found in a log, in numbers. */
export type VerdictRow = Pick<SessionRow, 'id' | 'sessionId' | 'title' | 'cwd' | 'changedAt' | 'bytes'> & {
  readonly isSubagent: boolean
  readonly verdict: LogVerdict
  readonly findings: number
  /** How many of them a repair settles. */
  readonly fixable: number
  /** The kind of finding that matters most; its words are English. */
  readonly first: { readonly kind: string; readonly label: string; readonly count: number } | null
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

/** Of the first of the changes; `file` is where the log lies on the server's disk. */
export type DefectReport = Pick<
  DoctorReport,
  'file' | 'verdict' | 'bytes' | 'lines' | 'entries' | 'resume' | 'changes'
> & {
  readonly kind: 'report'
  readonly title: string
  /** Which bytes this is about. */
  readonly fingerprint: string
  /** The worst first. */
  readonly findings: readonly DefectFinding[]
  /** How many lines a repair changes. */
  readonly changeCount: number
  /** `held`: a program of ours has it open. `fresh`: it changed a moment ago. */
  readonly writer: 'held' | 'fresh' | null
}

/** All defects of one kind, and the first of them; its words are English. */
export type DefectFinding = Omit<DoctorFinding, 'kind' | 'places'> & {
  /** Another version may know more of them. */
  readonly kind: string
  readonly places: readonly ShownPlace[]
}

export type ShownPlace = DefectPlace & {
  /** The beginning of the line there; null where no single line is to blame. */
  readonly text: string | null
  /** Whether the session shows that line as a message. */
  readonly isShown: boolean
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
