import { oneLine } from '@antiphon/core/ui'

/** A path as its folder and the last of its names, in one line. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const whole = oneLine(path, 1000).replace(/(?<=[^\\/])[\\/]+$/, '')
  const cut = Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\'))
  return { folder: whole.slice(0, Math.max(0, cut)), name: whole.slice(cut + 1) || whole }
}
