import { resolve } from 'node:path'
import type { Io } from '@antiphon/host'
import { type ScopeWish, serveRecallOverStdio } from '@antiphon/recall'
import { indexAfterAnswer } from '../search/index-after-answer.ts'

/** What a person asks of `antiphon mcp serve`. */
export type ServeRecallOptions = {
  readonly cwd: string
  readonly allProjects?: true
  readonly project?: readonly string[]
  /** False where secrets are told as they stand. */
  readonly redact?: boolean
}

/** Serves past sessions over standard input and output. */
export async function serveRecall(options: ServeRecallOptions, io: Io): Promise<void> {
  const wish = toWish(options)
  let freshenedAt = Number.NEGATIVE_INFINITY
  await serveRecallOverStdio({
    ...{ io, cwd: options.cwd, isRedacting: options.redact !== false },
    ...(wish && { wish }),
    async onAnswered({ search }) {
      if (performance.now() - freshenedAt < FRESH_MS) return
      freshenedAt = performance.now()
      await indexAfterAnswer(search, await search.status(), io)
    },
  })
}

const FRESH_MS = 30_000

/** What the person names; nothing where the folder and the client decide. */
function toWish({ allProjects, project, cwd }: ServeRecallOptions): ScopeWish | null {
  if (allProjects) return { kind: 'all' }
  if (!project) return null
  return { kind: 'directories', directories: project.map(path => resolve(cwd, path)) }
}
