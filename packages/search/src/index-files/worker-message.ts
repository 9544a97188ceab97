import type { SegmentRecord } from './manifest.ts'
import type { IndexJob } from './run-job.ts'

/** What a worker is told: a job, or to write what it has and end the one at hand. */
export type ToWorker = { readonly kind: 'job'; readonly job: IndexJob } | { readonly kind: 'stop' }

/** What a worker tells. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly bytes: number; readonly path: string }
  | { readonly kind: 'segment'; readonly segment: SegmentRecord }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string }
