import type { JobKind, JobOptions, QuestionOf } from './jobs.ts'

/** What a worker is asked to do. */
export type Job = { readonly kind: JobKind; readonly question: QuestionOf<JobKind> }

export type JobOrder =
  | { readonly kind: 'begin'; readonly options: JobOptions }
  | { readonly kind: 'run'; readonly job: Job }
  /** Nobody wants the answer any more. */
  | { readonly kind: 'stop' }

export type JobNews =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly answer: unknown; readonly rss: number }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string; readonly rss: number }
