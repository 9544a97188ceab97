import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buildPersonView } from '@antiphon/core'
import { computeFileChanges, formatGitPatch } from '@antiphon/core/changes'
import { findFolder } from '@antiphon/core/turns'
import type { ReadExport } from '@antiphon/host'
import { computeExportHeader, exportHtml, exportMarkdown } from '@antiphon/transcript'
import type { ShareFormat, SharePreview } from '../protocol/share-protocol.ts'

export type ShareQuestion = {
  readonly path: string
  /** Where to write it: whoever asks removes it, even where this process is killed. */
  readonly file: string
  readonly format: ShareFormat
  readonly kept: readonly string[]
}

/** What the session is called that was written. */
export type SharedFile = { readonly title: string }

/** What sharing a session would take out of it. */
export async function previewShare(path: string, signal: AbortSignal): Promise<SharePreview> {
  const { source, redactions } = await read(path, [], signal)
  const { title, session, counts } = computeExportHeader(source)
  const changes = computeFileChanges(buildPersonView(source.woven))
  return {
    title: title ?? session ?? source.name,
    redactions: redactions.slice(0, MOST_SHOWN),
    kinds: source.redactions ?? {},
    messages: counts.messages,
    changedFiles: changes.length,
  }
}

const MOST_SHOWN = 1000

/** Writes a session to a file that only this person may read, piece by piece. */
export async function writeShare(
  { path, file, format, kept }: ShareQuestion,
  signal: AbortSignal,
): Promise<SharedFile> {
  const found = await read(path, kept, signal)
  const { title, session } = computeExportHeader(found.source)
  const handle = await open(file, 'wx', 0o600)
  try {
    let pending = ''
    for (const piece of toPieces(found, format)) {
      pending += piece
      if (pending.length < PORTION_UNITS) continue
      signal.throwIfAborted()
      await handle.write(pending)
      pending = ''
    }
    await handle.write(pending)
  } catch (error) {
    // Half a session with what was not taken out of it is nobody's.
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return { title: title ?? session ?? 'session' }
}

const PORTION_UNITS = 262_144

function toPieces({ source, redactions }: ReadExport, format: ShareFormat): Iterable<string> {
  const options = { hasThinking: true, hasBranches: false }
  switch (format) {
    case 'html':
      return exportHtml(source, { ...options, report: redactions })
    case 'md':
      return exportMarkdown(source, options)
    case 'patch': {
      const items = buildPersonView(source.woven)
      return [formatGitPatch(computeFileChanges(items), findFolder(items) ?? '/')]
    }
  }
}

async function read(path: string, kept: readonly string[], signal: AbortSignal): Promise<ReadExport> {
  // Loaded here, so that no other job waits for the engine behind it.
  const { readExportSource } = await import('@antiphon/host')
  const io = { signal, stdin: Readable.from([]) }
  return readExportSource(path, { isRedacted: true, kept: new Set(kept), hasSubagents: true, io })
}
