import { isBlank, isObject } from '@antiphon/contract'

/** A field that ought to be text: blank where it is none or says nothing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' && !isBlank(value) ? value : ''
}

/** A field that ought to be a list of texts; one text alone counts as a list of one. */
export function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(textOf).filter(text => text !== '')
}

/** A field that ought to be a list of objects. */
export function objectsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A field that ought to be an object: empty where it is none. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

/** A field that ought to be a number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The first of several fields that says something. */
export function firstTextOf(...values: readonly unknown[]): string {
  return values.map(textOf).find(text => text !== '') ?? ''
}

/** Paragraphs that say something, with a blank line between them. */
export function joinParagraphs(...paragraphs: readonly (string | readonly string[])[]): string {
  return paragraphs
    .flat()
    .filter(paragraph => !isBlank(paragraph))
    .join('\n\n')
}

/** A heading with its lines, or nothing when there are no lines. */
export function listUnder(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [heading, ...lines].join('\n')
}
