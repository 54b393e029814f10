// Generated from kernel.wat by `npm run build-kernel`; do not edit by hand.

/** The kernel as WebAssembly, in base 64. */
export const KERNEL =
  'AGFzbQEAAAABDgJgAXsBfWAFf39/f38AAhIBBmtlcm5lbAZtZW1vcnkCAAEDAwIAAQcMAQhtdWx0aXBseQABCs4CAhkAIAD9HwAgAP0fAZIgAP0fAiAA/R8DkpILsQICCH8FeyADQQJ0IQcgASEIIAIhDANAIAggB2ohCSAJIAdqIQogCiAHaiEL/QwAAAAAAAAAAAAAAAAAAAAAIQ79DAAAAAAAAAAAAAAAAAAAAAAhD/0MAAAAAAAAAAAAAAAAAAAAACEQ/QwAAAAAAAAAAAAAAAAAAAAAIRFBACEGA0AgACAGav0ABAAhDSAOIA0gCCAGav0ABAD95gH95AEhDiAPIA0gCSAGav0ABAD95gH95AEhDyAQIA0gCiAGav0ABAD95gH95AEhECARIA0gCyAGav0ABAD95gH95AEhESAGQRBqIQYgBiAHSQ0ACyAMIA4QADgCACAMIA8QADgCBCAMIBAQADgCCCAMIBEQADgCDCAMQRBqIQwgCyAHaiEIIAVBBGohBSAFIARJDQALCw=='

/** The kernel, ready to be started. In workers, which compile nothing, this file is another (`scripts/worker/kernels.mjs`). */
export const compileKernel = () =>
  new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (sign) => sign.charCodeAt(0)))
