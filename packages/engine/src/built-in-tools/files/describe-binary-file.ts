/** Why a file cannot be read as text, and which program can look into it. */
export function describeBinaryFile(path: string, head: Buffer): string {
  const magic = head.subarray(0, 16).toString('latin1')
  const known = KINDS.find(({ start }) => magic.startsWith(start))
  const kind = known === undefined ? 'a binary file' : known.kind
  const quoted = `'${path.replaceAll("'", "'\\''")}'`
  const advice = known?.advice ?? 'file FILE, strings FILE | head, or xxd FILE | head'
  return `${path} is ${kind}, not text. Look into it in Bash: ${advice.replaceAll('FILE', () => quoted)}.`
}

type Kind = { readonly start: string; readonly kind: string; readonly advice: string }

const KINDS: readonly Kind[] = [
  { start: 'PK\x03\x04', kind: 'a ZIP archive (or an office document)', advice: 'unzip -l FILE' },
  { start: '\x1f\x8b', kind: 'a gzip file', advice: 'tar tzf FILE, or zcat FILE | head' },
  { start: '\x28\xb5\x2f\xfd', kind: 'a zstd file', advice: 'zstdcat FILE | head' },
  { start: 'BZh', kind: 'a bzip2 file', advice: 'bzcat FILE | head' },
  { start: '\xfd7zXZ', kind: 'an xz file', advice: 'xzcat FILE | head' },
  { start: 'SQLite format 3', kind: 'an SQLite database', advice: 'sqlite3 FILE .schema' },
  { start: '\x7fELF', kind: 'a compiled program', advice: 'file FILE, or strings FILE | head' },
  { start: '\x00asm', kind: 'a WebAssembly module', advice: 'file FILE, or wasm-objdump -h FILE' },
]
