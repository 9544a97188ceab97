/** The entries in what a listing or finding tool printed, without its headings. */
export function listLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map(line => line.replace(/^\s*(?:[-*•]\s+|\d+→)/, '').trimEnd())
    .filter(line => line.trim() !== '' && !HEADINGS.some(heading => heading.test(line)))
}

const HEADINGS: readonly RegExp[] = [
  /^total \d+$/,
  /^Found \d+ /,
  /^No (?:files|matches)(?: were)? found/i,
  /^\(Results are truncated/,
  /^\[Showing results/,
  /^\(Bash completed with no output\)$/,
  /^d[rwxst-]{9}.* \.\.?$/,
]
