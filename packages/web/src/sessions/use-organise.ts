import type { SessionRow } from '@antiphon/server/protocol'
import { useMemo } from 'react'
import { readRefusal } from '../client/failure.ts'
import { useToast } from '../controls/toast.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { goTo, parseRoute } from '../page/route.ts'
import { titleOf } from '../parts/title-of.ts'

/** What a person does to a session in the list; the feed brings what became of it. */
export type Organise = {
  readonly star: (row: SessionRow) => void
  readonly rename: (row: SessionRow, title: string) => void
  readonly tag: (row: SessionRow, tags: readonly string[]) => void
  readonly archive: (row: SessionRow) => void
  readonly remove: (row: SessionRow) => void
}

/** Orders sessions; what takes one out of sight can be taken back. */
export function useOrganise(): Organise {
  const client = useClient()
  const texts = useTexts()
  const showToast = useToast()
  return useMemo(() => {
    const { list } = texts
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        showToast({ words: readRefusal(error) || texts.failures.unreachable, isBad: true })
      }
    }
    const nameOf = (row: SessionRow): string => titleOf(row, 60) || texts.untitled
    const mark = (row: SessionRow, isArchived: boolean): Promise<unknown> =>
      client.post('sessions/mark', { session: row.id, isArchived })
    return {
      star: row =>
        void attempt(() => client.post('sessions/mark', { session: row.id, isStarred: !row.isStarred })),
      rename: (row, title) => void attempt(() => client.post('sessions/rename', { session: row.id, title })),
      tag: (row, tags) => void attempt(() => client.post('sessions/mark', { session: row.id, tags })),
      archive: row =>
        void attempt(async () => {
          await mark(row, !row.isArchived)
          if (row.isArchived) return
          const onClick = (): void => void attempt(() => mark(row, false))
          showToast({ words: list.archivedToast(nameOf(row)), action: { label: list.undo, onClick } })
        }),
      remove: row =>
        void attempt(async () => {
          const { trashed } = await client.post('sessions/delete', { session: row.id })
          const route = parseRoute(location.hash)
          if ('id' in route && route.id === row.id) goTo({ kind: 'sessions' })
          const onClick = (): void => void attempt(() => client.post('sessions/restore', { trashed }))
          showToast({ words: list.deletedToast(nameOf(row)), action: { label: list.undo, onClick } })
        }),
    }
  }, [client, texts, showToast])
}
