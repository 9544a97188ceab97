/** What can be known of base64 media without decoding all of it. */
export { base64ByteLength, base64Bytes, isBase64 } from './base64.ts'
export { type ImageHeader, inspectImage } from './image-header.ts'
export { inspectPdf, type PdfHeader } from './pdf-header.ts'
