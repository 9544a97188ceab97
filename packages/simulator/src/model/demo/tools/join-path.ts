/** True for a path that begins at the root, a drive or the home folder. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path)
}

/** A path inside a folder, with the folder's kind of slash. */
export function joinPath(folder: string, path: string): string {
  const slash = folder.includes('\\') && !folder.includes('/') ? '\\' : '/'
  const base = folder.replace(/[\\/]+$/, '')
  const inside = path.replace(/^(?:\.[\\/])+/, '').replace(/^\.$/, '')
  return inside === '' ? base || slash : `${base}${slash}${inside}`
}
