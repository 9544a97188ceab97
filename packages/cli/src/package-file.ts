/** A file that lies in this package beside the code, wherever the code was built to. */
export function packageFile(name: string): URL {
  // The code lies one folder deep: in src, in dist, or in the bundle.
  return new URL(`../${name}`, import.meta.url)
}
