import type { Stats } from 'node:fs'
import { readTextFileIfAny, type TextFile } from '../../files/read-text-file.ts'
import { UTF_8 } from '../../files/text-encoding.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** A text that is to be changed: that of a file, or what a person has not saved of it yet. */
export type ChangeableText = Omit<TextFile, 'stats'> & {
  /** Null where it is on no disk yet. */
  readonly stats: Stats | null
}

/** Reads a text that is to be changed as the person sees it; says why where it cannot be, and null where there is none. */
export async function readForChange(
  path: string,
  context: Pick<ToolContext, 'services'>,
): Promise<ChangeableText | { readonly refusal: string } | null> {
  const file = await readTextFileIfAny(path)
  if (file !== null && 'refusal' in file) return file
  const text = await readUnsaved(path, context)
  if (text === null || text === file?.text) return file
  const { encoding = UTF_8, stats = null } = file ?? {}
  return { text, encoding, stats, isDamaged: false }
}

/** What the person's editor shows of a file; null where there is no editor, or it has nothing to tell. */
export async function readUnsaved(
  path: string,
  { services }: Pick<ToolContext, 'services'>,
): Promise<string | null> {
  return (await services.editor?.readText?.(path)) ?? null
}
