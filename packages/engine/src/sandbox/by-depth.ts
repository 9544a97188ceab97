/** Paths, each once, the outer before the inner. */
export function byDepth(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].sort((one, other) => depth(one) - depth(other))
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1
}
