import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answers } from './answers.ts'
import type { ReportRoutesOptions } from './report-routes.ts'
import { createWithLog, refuseLog, type WithLog } from './with-log.ts'

/** Sessions for others: what would be taken out, the file itself, one told in short, and two of them side by side. */
export function addShareRoutes(answers: Answers, { roots, workers, fleet }: ReportRoutesOptions): void {
  const withLog = createWithLog(roots, fleet)
  const withReadable: WithLog = (question, answer) =>
    withLog(question, async log => (await refuseLog(log)) ?? answer(log))

  answers.value('share/preview', (question, { signal }) =>
    withReadable(question, ({ path }) => workers.run('sharePreview', path, { signal })),
  )

  answers.bytes('share/file', ({ session, format, keep = '' }, { signal }) =>
    withReadable({ session }, async ({ path }) => {
      const kept = keep.split(',').filter(kind => kind !== '')
      const file = join(tmpdir(), `antiphon-share-${randomBytes(12).toString('hex')}`)
      try {
        const { title } = await workers.run('share', { path, file, format, kept }, { signal })
        const headers = {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String((await stat(file)).size),
          'Content-Disposition': `attachment; filename="${toFileName(title)}.${format}"; filename*=UTF-8''${encodeURIComponent(toWideName(title))}.${format}`,
        }
        const body = createReadStream(file)
        body.on('close', () => void rm(file, { force: true }))
        return { body, headers }
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    }),
  )

  answers.value('told', ({ session, leaf }, { signal }) =>
    withReadable({ session }, log => workers.run('told', { log, leaf }, { signal })),
  )

  answers.value('compare', ({ one, other, oneLeaf, otherLeaf }, { signal }) =>
    withReadable({ session: one }, first =>
      withReadable({ session: other }, second => {
        const question = { one: { log: first, leaf: oneLeaf }, other: { log: second, leaf: otherLeaf } }
        return workers.run('compare', question, { signal })
      }),
    ),
  )
}

/** What every system takes as a name; the title itself stands beside it for those that take more. */
function toFileName(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return name || 'session'
}

function toWideName(title: string): string {
  return (
    Array.from(title.replace(/[\p{Cc}\p{Cs}/\\:*?"<>|]+/gu, ' ').trim())
      .slice(0, 80)
      .join('') || 'session'
  )
}
