// What the build puts into a file: WebAssembly as bytes, Python as text.
declare module '*wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
declare module '*.py' {
  const text: string
  export default text
}
