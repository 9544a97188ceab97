import type { QuestionOf, WorkKind, WorkOptions } from './works.ts'

export type ToWorker =
  | { readonly kind: 'begin'; readonly options: WorkOptions }
  | { readonly kind: 'ask'; readonly work: WorkKind; readonly question: QuestionOf<WorkKind> }
  /** Nobody wants the answer any more. */
  | { readonly kind: 'stop' }

export type FromWorker =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string }
