const publicKey =
  /^(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-[a-z0-9-]+|sk-[a-z0-9-]+@openssh\.com) [A-Za-z0-9+/]{16,}={0,2}(?: [^\r\n]*)?$/;

/** Whether the text is one line of an OpenSSH public key file. */
export function isPublicKey(text: string): boolean {
  return publicKey.test(text.trim());
}
