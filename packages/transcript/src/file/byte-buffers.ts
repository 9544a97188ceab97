/** How many bytes buffers hold together. */
export function byteLength(buffers: readonly Uint8Array[]): number {
  return buffers.reduce((sum, buffer) => sum + buffer.length, 0)
}

/** The buffers without their first `count` bytes. */
export function skipBytes(buffers: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count
  const rest: Uint8Array[] = []
  for (const buffer of buffers) {
    const skipped = Math.min(left, buffer.length)
    left -= skipped
    if (skipped < buffer.length) rest.push(skipped === 0 ? buffer : buffer.subarray(skipped))
  }
  return rest
}
