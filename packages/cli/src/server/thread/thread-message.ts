import type { QuestionOf, WorkKind } from './thread-work.ts'

export type ToThread =
  | { readonly kind: 'ask'; readonly work: WorkKind; readonly question: QuestionOf<WorkKind> }
  /** Nobody wants the answer any more. */
  | { readonly kind: 'stop' }

export type FromThread =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string }
