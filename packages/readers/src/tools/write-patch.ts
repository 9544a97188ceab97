import type { JsonObject, JsonValue } from '@antiphon/contract'
import { parseApplyPatch, toEditCall } from './apply-patch.ts'
import type { MappedCall } from './tool-rule.ts'

/** The calls that a patch stands for: one a file, so that each file has its own difference. */
export type PatchCalls = {
  readonly calls: readonly (MappedCall & { readonly id: string })[]
  readonly paths: readonly string[]
}

/** The calls of a patch that was given to one call; the patch itself where it names no file. */
export function toPatchCalls(id: string, name: string, patch: string): PatchCalls {
  const files = parseApplyPatch(patch)
  if (files.length === 0) return { calls: [{ id, name, input: { input: patch } }], paths: [] }
  return {
    calls: files.map((file, index) => ({ id: toPartId(id, index), ...toEditCall(file) })),
    paths: files.map(({ path }) => path),
  }
}

/** The result of each of them: what was told stands with the first. */
export function toPatchResults<Content extends string | readonly JsonObject[]>(
  id: string,
  paths: readonly string[],
  { content, isError, findHunks }: PatchResult<Content>,
): readonly PatchPart[] {
  return paths.map((path, index) => {
    const hunks = isError ? [] : (findHunks?.(path) ?? [])
    return {
      id: toPartId(id, index),
      content: index === 0 ? content : 'Part of the same patch.',
      isError,
      told: isError
        ? typeof content === 'string'
          ? content
          : 'The patch was not applied.'
        : { filePath: path, ...(hunks.length > 0 && { structuredPatch: hunks }) },
    }
  })
}

export type PatchResult<Content> = {
  readonly content: Content
  readonly isError: boolean
  readonly findHunks?: ((path: string) => readonly JsonValue[]) | undefined
}

type PatchPart = {
  readonly id: string
  readonly content: string | readonly JsonObject[]
  readonly isError: boolean
  readonly told: JsonValue
}

/** The id of a part of a call that is shown as several. */
function toPartId(id: string, index: number): string {
  return index === 0 ? id : `${id}-part${index + 1}`
}
