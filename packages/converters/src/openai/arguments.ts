import { parseJson, toJsonText } from '../said/fields.ts'
import type { SaidFields } from '../said/said.ts'

/** A call's input as OpenAI writes it: the JSON text that a model wrote, in the same letters where it is known. */
export function writeArguments(input: unknown, kept: unknown): string {
  return typeof kept === 'string' ? kept : toJsonText(input)
}

export type ReadArguments = { readonly input: unknown; readonly kept: SaidFields }

/** The input that such a text is; one that is no object's JSON, or in other letters, is kept beside it. */
export function readArguments(text: string): ReadArguments {
  const value = parseJson(text)
  if (value === undefined) return { input: text, kept: { arguments: text } }
  return { input: value, kept: toJsonText(value) === text ? {} : { arguments: text } }
}
