/** A path as it is meant in a folder, without steps back and forth. */
export function toAbsolutePath(path: string, folder: string): string {
  const isWhole = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)
  const parts: string[] = []
  for (const part of (isWhole ? path : `${folder}/${path}`).split('/')) {
    if (part === '..' && parts.length > 1) parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}
