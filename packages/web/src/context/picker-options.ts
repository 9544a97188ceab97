import type { ContextReference } from '@antiphon/core'
import { attach } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { AttachedContext, ContextSuggestion } from '@antiphon/server/protocol'
import { Image, type LucideIcon } from 'lucide-react'
import type { ContextTexts } from '../language/chat-texts.ts'
import { formatReference } from './format-reference.ts'
import { KIND_ICONS } from './kind-icons.ts'

export type ContextKind = ContextReference['type']

/** A line of the picker. */
export type PickerOption = {
  readonly key: string
  readonly icon: LucideIcon
  readonly label: string
  readonly detail: string
  readonly isDisabled: boolean
  readonly choice: PickerChoice
}

/** What a line leads to: something to attach, a kind to look through, or a form to fill in. */
export type PickerChoice =
  | { readonly kind: 'attach'; readonly attached: AttachedContext }
  | { readonly kind: 'narrow'; readonly to: ContextKind }
  | { readonly kind: 'form'; readonly form: FormKind }
  /** A picture from this computer. */
  | { readonly kind: 'image' }
  | { readonly kind: 'none' }

/** What nobody can look up, and somebody fills in. */
export type FormKind = 'WebReference' | 'TerminalReference' | 'ProblemsReference'

export type PickerOptionsInput = {
  readonly query: string
  /** The kind that was chosen; all of them without it. */
  readonly kind: ContextKind | undefined
  readonly suggestions: readonly ContextSuggestion[]
  /** The text that is selected on the page. */
  readonly selected: string
  readonly texts: ContextTexts
}

// The keys of the record are the types, as its own type says.
export const CONTEXT_KINDS: readonly ContextKind[] = Object.keys(KIND_ICONS) as ContextKind[]

/** What can be chosen now: kinds before anything is typed, and what was found. */
export function computePickerOptions(input: PickerOptionsInput): readonly PickerOption[] {
  const { query, kind, suggestions, texts } = input
  // Until those of a kind are there, those of all kinds are shown.
  const fitting = suggestions.filter(({ reference }) => kind === undefined || reference.type === kind)
  const found = fitting.map((suggestion, index) => toFound(suggestion, index, texts))
  if (kind !== undefined) return [...found, ...toForms(kind, texts)]
  const kinds = [
    ...CONTEXT_KINDS.filter(one => matches(one, query, texts)).map(one => toKind(one, input)),
    ...toImageLine(query, texts),
  ]
  return query === '' ? [...kinds, ...found] : [...found, ...kinds]
}

/** An address that somebody typed or pasted; undefined for anything else. */
export function readAddress(text: string): string | undefined {
  const address = text.trim()
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : undefined
}

function matches(kind: ContextKind, query: string, texts: ContextTexts): boolean {
  const words = `${texts.kinds[kind]} ${kind}`.toLowerCase()
  return words.includes(query.trim().toLowerCase())
}

function toKind(kind: ContextKind, { selected, texts }: PickerOptionsInput): PickerOption {
  const isMissing = kind === 'SelectionReference' && selected === ''
  const preview = kind === 'SelectionReference' && !isMissing ? `“${oneLine(selected, 60)}”` : undefined
  return {
    key: kind,
    icon: KIND_ICONS[kind],
    label: texts.kinds[kind],
    detail: isMissing ? texts.noSelection : (preview ?? texts.kindHints[kind]),
    isDisabled: isMissing,
    choice: isMissing ? { kind: 'none' } : toChoice(kind, selected),
  }
}

function toChoice(kind: ContextKind, selected: string): PickerChoice {
  switch (kind) {
    case 'SelectionReference':
      return { kind: 'attach', attached: attach({ type: kind }, selected) }
    case 'WebReference':
      return { kind: 'form', form: kind }
    default:
      return { kind: 'narrow', to: kind }
  }
}

/** Pictures go along beside what is referred to. */
function toImageLine(query: string, texts: ContextTexts): readonly PickerOption[] {
  if (!texts.image.toLowerCase().includes(query.trim().toLowerCase())) return []
  const line = { label: texts.image, detail: texts.imageHint, isDisabled: false }
  return [{ key: 'image', icon: Image, ...line, choice: { kind: 'image' } }]
}

function toForms(kind: ContextKind, texts: ContextTexts): readonly PickerOption[] {
  if (kind !== 'TerminalReference' && kind !== 'ProblemsReference') return []
  const choice = { kind: 'form', form: kind } as const
  const line = { label: texts.forms[kind], detail: '', isDisabled: false }
  return [{ key: 'form', icon: KIND_ICONS[kind], ...line, choice }]
}

function toFound(
  { label, detail, reference, content }: ContextSuggestion,
  index: number,
  texts: ContextTexts,
): PickerOption {
  return {
    key: `found ${index}`,
    icon: KIND_ICONS[reference.type],
    label: oneLine(stripControl(label), 120) || formatReference(reference, texts),
    detail: oneLine(stripControl(detail ?? ''), 120),
    isDisabled: false,
    choice: { kind: 'attach', attached: attach(reference, content) },
  }
}
