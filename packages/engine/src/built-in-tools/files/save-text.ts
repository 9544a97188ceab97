import { stat } from 'node:fs/promises'
import type { JsonObject } from '@antiphon/contract'
import { createStructuredPatch } from '@antiphon/core/patch'
import { checkPlace } from '../../files/open-write-folder.ts'
import { encodeText, UTF_8 } from '../../files/text-encoding.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { NEVER_SAVED } from '../../tool/editor.ts'
import type { FileMemory } from '../../tool/file-memory.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { toLineFeeds } from './find-occurrences.ts'
import { type ChangeableText, readForChange } from './read-for-change.ts'

type TextSave = {
  readonly path: string
  /** Where the path led when the call was judged. */
  readonly place: string | null
  /** Exactly what is to be stored, without a byte order mark. */
  readonly text: string
  /** The file that is replaced; null for a new one. */
  readonly old: ChangeableText | null
  readonly context: ToolContext
}

/** Writes a text in the encoding that the file had, and remembers it; false when somebody else was quicker. */
export async function saveText({ path, place, text, old, context }: TextSave): Promise<boolean> {
  context.signal.throwIfAborted()
  const { checkpoints } = context.services
  await checkpoints?.beforeChange(path)
  const encoding = old?.encoding ?? UTF_8
  // An editor is told a text, and whether it keeps another encoding is not known.
  const modifiedAt =
    encoding.name === 'utf-8' && context.services.editor?.writeText
      ? await saveInEditor({ path, place, text, old, context })
      : ((
          await writeFileAtomically({
            ...{ path, place, bytes: encodeText(text, encoding), expected: old?.stats ?? null },
          })
        )?.mtimeMs ?? null)
  if (modifiedAt === null) return false
  await checkpoints?.afterChange(path)
  context.files.set(path, { modifiedAt, content: text, isPartial: false })
  return true
}

/** Has the person's editor change the file; gives its new time, or null when somebody else was quicker. */
async function saveInEditor({ path, place, text, old, context }: TextSave): Promise<number | null> {
  if (place !== null) checkPlace(place)
  const now = await readForChange(path, context)
  if (now !== null && 'refusal' in now) throw new Error(now.refusal)
  if (now?.text !== old?.text) return null
  await context.services.editor?.writeText?.(path, text)
  // Some editors change what is open and leave saving to the person.
  return (await stat(path).catch(() => null))?.mtimeMs ?? NEVER_SAVED
}

/** What the log keeps of a change: not more than a reader of the log can bear. */
export function describeChange(old: Pick<ChangeableText, 'text'>, text: string): JsonObject {
  const [before, after] = [toLineFeeds(old.text), toLineFeeds(text)]
  // To compare what will not be kept would only take time.
  const patch =
    countChanged(before, after) > MAXIMUM_CHANGED_UNITS ? [] : createStructuredPatch(before, after)
  const units = patch.reduce(
    (sum, { lines }) => sum + lines.reduce((sum, line) => sum + line.length + 1, 0),
    0,
  )
  return {
    structuredPatch: units > MAXIMUM_PATCH_UNITS ? [] : patch,
    ...(before.length > MAXIMUM_ORIGINAL_UNITS ? {} : { originalFile: before }),
  }
}

const MAXIMUM_PATCH_UNITS = 1_000_000
const MAXIMUM_ORIGINAL_UNITS = 1_000_000
const MAXIMUM_CHANGED_UNITS = 4_000_000

/** How long the stretch is from the first change to the last. */
function countChanged(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length)
  let [start, end] = [0, 0]
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  const [last, newLast] = [before.length - 1, after.length - 1]
  while (end < shorter - start && before.charCodeAt(last - end) === after.charCodeAt(newLast - end)) end += 1
  return Math.max(before.length, after.length) - start - end
}

/** Why a file must not be changed yet: the model has not read it, or somebody changed it since. Null if it may. */
export function checkKnownFile(path: string, file: ChangeableText, files: FileMemory): string | null {
  const known = files.get(path)
  if (known === undefined) return `${path} has not been read yet. Read it first, then change it.`
  // The whole content says more than a time stamp: a formatter that changed nothing is no change.
  const isUnchanged = known.isPartial
    ? known.modifiedAt === (file.stats?.mtimeMs ?? NEVER_SAVED)
    : known.content === file.text
  if (isUnchanged) return null
  return `${path} ${CHANGED}`
}

/** The words for a file that changed while it was being written. */
export function describeRace(path: string): string {
  return `${path} ${CHANGED}`
}

const CHANGED =
  'has changed since it was read, by the person or by a program. Read it again, then make the change on what is there now.'
