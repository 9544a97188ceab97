import { type ImageHeader, inspectImage, resolveTarget } from '@antiphon/contract'
import { formatSize } from '@antiphon/core/ui'
import { type OpenedFile, readFully } from '../../files/open-regular-file.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'

/** True for bytes that begin as a picture does which a model can look at. */
export function isImage(head: Buffer): boolean {
  return inspectImage(head.toString('base64')).mediaType !== null
}

/** A picture as a block, if the API takes it as it is: nothing here can make it smaller. */
export async function readImage(path: string, { handle, stats }: OpenedFile): Promise<ToolOutcome> {
  const { limits } = resolveTarget()
  if (Math.ceil(stats.size / 3) * 4 > limits.imageBase64Bytes)
    return toErrorOutcome(
      `${path} has ${formatSize(stats.size)}; an image may have ${formatSize((limits.imageBase64Bytes / 4) * 3)} at most. ${MAKE_SMALLER}`,
    )
  const data = (await readFully(handle, Buffer.allocUnsafe(stats.size), 0)).toString('base64')
  const { mediaType, width, height } = inspectImage(data)
  if (mediaType === null || width === null || height === null)
    return toErrorOutcome(`${path} looks like an image, but is damaged: its size cannot be read.`)
  if (Math.max(width, height) > limits.imageSide)
    return toErrorOutcome(
      `${path} has ${width} × ${height} pixels; a side may have ${limits.imageSide} at most. ${MAKE_SMALLER}`,
    )
  const dimensions = toDimensions({ width, height })
  return {
    content: [{ type: 'image', source: { type: 'base64', data, media_type: mediaType } }],
    data: { type: 'image', file: { base64: data, type: mediaType, originalSize: stats.size, dimensions } },
  }
}

const MAKE_SMALLER =
  'Make a smaller copy in Bash, for example `convert IN -resize 1568x1568 OUT.png` (ImageMagick) or `ffmpeg -i IN -vf scale=1568:-1 OUT.png`, and read that.'

function toDimensions({ width, height }: Pick<ImageHeader, 'width' | 'height'>) {
  return { originalWidth: width, originalHeight: height, displayWidth: width, displayHeight: height }
}
