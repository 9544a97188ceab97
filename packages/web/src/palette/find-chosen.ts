import type { PaletteOption } from './palette-options.ts'

/**
 * Where the chosen line stands, by its key: lines that come later change its number, not the choice. The first one
 * where nothing was chosen, or where what was is gone; -1 in an empty list.
 */
export function findChosen(options: readonly PaletteOption[], chosen: PaletteOption['key'] | null): number {
  const at = options.findIndex(({ key }) => key === chosen)
  return at === -1 ? Math.min(0, options.length - 1) : at
}
