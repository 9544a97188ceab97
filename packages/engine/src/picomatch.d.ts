// picomatch ships no types; these are the parts that are used here.
declare module 'picomatch' {
  interface Options {
    readonly dot?: boolean
    readonly nocase?: boolean
    readonly noextglob?: boolean
    readonly nonegate?: boolean
    readonly windows?: boolean
  }
  interface Scan {
    /** The leading part without any magic. */
    readonly base: string
    /** The rest, from the first part with magic on; empty when there is none. */
    readonly glob: string
  }
  interface Picomatch {
    (glob: string, options?: Options): (path: string) => boolean
    scan(glob: string, options?: Options): Scan
  }
  const picomatch: Picomatch
  export = picomatch
}
