import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ForeignFormat } from '@antiphon/converters'
import { stripControl } from '@antiphon/core/ui'
import { ProgramError, STDIN } from '@antiphon/host'
import { makeFolder } from '@antiphon/transcript'

export type ExportFormat = 'html' | 'md' | 'json' | 'training' | 'otlp' | ForeignFormat

export type PlanOutputsOptions = {
  readonly paths: readonly string[]
  readonly format: ExportFormat
  /** A file, or a folder for a file a session. */
  readonly out: string | undefined
}

/** Where each session goes; null is standard output. Only what is lines may share a place. */
export async function planOutputs({
  paths,
  format,
  out,
}: PlanOutputsOptions): Promise<readonly (string | null)[]> {
  const mayShare = paths.length === 1 || format === 'training' || format === 'otlp'
  if (out === undefined) {
    if (mayShare) return paths.map(() => null)
    throw new ProgramError(
      'wrong-use',
      'Several sessions do not go to standard output. Name a folder with --out.',
    )
  }
  const found = await stat(out).catch(() => null)
  const isFolder = found?.isDirectory() === true || /[/\\]$/.test(out) || !mayShare
  if (!isFolder) return paths.map(() => out)
  if (found !== null && !found.isDirectory())
    throw new ProgramError('wrong-use', `${stripControl(out)} is a file, and several sessions need a folder.`)
  try {
    makeFolder(out, 0o777)
  } catch (error) {
    throw new ProgramError('unwritable', `The folder ${stripControl(out)} cannot be made.`, { cause: error })
  }
  return nameFiles(paths, format).map(name => join(out, name))
}

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  html: 'html',
  md: 'md',
  json: 'json',
  training: 'training.jsonl',
  otlp: 'otlp.jsonl',
  'ai-sdk': 'ai-sdk.json',
  'ai-sdk-model': 'ai-sdk-model.json',
  'openai-chat': 'openai-chat.json',
  'openai-responses': 'openai-responses.json',
  gemini: 'gemini.json',
  langchain: 'langchain.json',
}

function nameFiles(paths: readonly string[], format: ExportFormat): readonly string[] {
  const used = new Map<string, number>()
  return paths.map(path => {
    const name = path === STDIN ? 'session' : basename(path).replace(/\.jsonl(?:\.gz)?$/, '')
    const number = (used.get(name) ?? 0) + 1
    used.set(name, number)
    return `${name}${number === 1 ? '' : `-${number}`}.${EXTENSIONS[format]}`
  })
}
