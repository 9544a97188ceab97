import { oneLine } from '@antiphon/core/ui'

/** A folder as it fits a narrow list: its last two names, the last one apart. */
export function splitPath(path: string): { readonly parent: string; readonly name: string } {
  const names = oneLine(path, 300).split(/[\\/]/).filter(Boolean)
  return { parent: names.slice(0, -1).join('/'), name: names.at(-1) ?? path }
}
