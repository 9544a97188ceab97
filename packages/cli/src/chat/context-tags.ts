import { assertNever } from '@antiphon/contract'
import { type AttachedContext, addAttached, attach } from '@antiphon/core/chat'
import { CONTEXT_ICONS, type ContextReference } from '@antiphon/core/context'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'
import type { ReplTexts } from './repl-texts.ts'

/** What goes along with a prompt, as tags above it. */
export interface ContextTags {
  list(): readonly AttachedContext[]
  add(attached: AttachedContext): void
  set(attached: readonly AttachedContext[]): void
  /** Takes the last one off; false where there is none. */
  removeLast(): boolean
  format(screen: Screen): readonly string[]
}

/** Nothing goes along. */
export function createContextTags(texts: ReplTexts): ContextTags {
  let tags: readonly AttachedContext[] = []
  return {
    list: () => tags,
    add({ reference, content }) {
      tags = addAttached(tags, attach(reference, content))
    },
    set(attached) {
      tags = attached
    },
    removeLast() {
      const had = tags.length > 0
      tags = tags.slice(0, -1)
      return had
    },
    format: screen => formatTags(tags, texts, screen),
  }
}

function formatTags(
  tags: readonly AttachedContext[],
  texts: ReplTexts,
  { palette, width }: Screen,
): readonly string[] {
  const lines: string[] = []
  let [line, room] = ['', 0]
  for (const { reference } of tags.slice(0, MAX_TAGS)) {
    const words = `${CONTEXT_ICONS[reference.type]} ${cutToWidth(name(reference, texts), MAX_TAG_COLUMNS)}`
    const own = textWidth(words) + GAP.length
    if (line !== '' && own > room) lines.push(line)
    if (line === '' || own > room) [line, room] = ['', width - GAP.length]
    line += GAP + palette.cyan(words)
    room -= own
  }
  const more = tags.length - MAX_TAGS
  return line === '' ? lines : [...lines, more > 0 ? `${line}${GAP}+${more}` : line]
}

const MAX_TAGS = 24
const MAX_TAG_COLUMNS = 32
const GAP = '  '

/** What a tag says of its reference, in little room. */
function name(reference: ContextReference, texts: ReplTexts): string {
  return oneLine(stripControl(describe(reference, texts)), 100)
}

function describe(reference: ContextReference, { contextKinds: kinds }: ReplTexts): string {
  switch (reference.type) {
    case 'FileReference':
      return lastName(reference.path)
    case 'FolderReference':
      return `${lastName(reference.path)}/`
    case 'WebReference':
      return reference.title || reference.url.replace(/^https?:\/\//, '')
    case 'SymbolReference':
      return reference.name
    case 'TerminalReference':
      return `${kinds.TerminalReference} (${reference.lineCount})`
    case 'ProblemsReference':
      return `${kinds.ProblemsReference} (${reference.count})`
    case 'GitReference':
      return `${kinds.GitReference} ${reference.gitType}`
    case 'SelectionReference':
    case 'WorkspaceReference':
      return kinds[reference.type]
    default:
      return assertNever(reference)
  }
}

function lastName(path: string): string {
  return path.replace(/\/$/, '').split('/').at(-1) || path
}
