import { ProgramError } from '@antiphon/host'
import { type ArchivePruneReport, changeArchive, listArchived, pruneArchive } from '@antiphon/transcript'

/** Takes all that the archive has of a session; null where another program writes to it. Only a whole id is taken. */
export async function forgetArchived(folder: string, name: string): Promise<ArchivePruneReport | null> {
  let isThere = false
  for await (const { session } of listArchived(folder)) isThere ||= session === name
  if (!isThere)
    throw new ProgramError(
      'unreadable',
      `No archived session is called "${name}". \`antiphon archive list --json\` has whole ids.`,
    )
  return changeArchive(folder, () => pruneArchive(folder, { isUnwanted: ({ session }) => session === name }))
}
