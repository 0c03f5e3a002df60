#!/usr/bin/env bash
# Makes the certificates of the tests, anew: `./make.sh`, with openssl 3. They are valid for a hundred years, and their
# keys are no secret.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
touch "$work/index"
printf '[ca]\ndefault_ca = tests\n[tests]\ndatabase = %s/index\nrand_serial = yes\nnew_certs_dir = %s\ndefault_md = sha256\npolicy = any\ncopy_extensions = copy\n[any]\ncommonName = supplied\n' \
    "$work" "$work" >"$work/ca.conf"

key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/$1.key"; }

# An authority of its own: what NAME says of itself.
authority() {
    key "$1"
    openssl req -x509 -new -key "$work/$1.key" -subj "/CN=$1" -days 36500 -out "$work/$1.pem" "${@:2}"
}

# A certificate of the authority: NAME, what it is for, from when, until when.
certificate() {
    key "$1"
    openssl req -new -key "$work/$1.key" -subj "/CN=$1" -addext "subjectAltName=$2" -out "$work/$1.csr"
    openssl ca -batch -notext -config "$work/ca.conf" -cert "$work/authority.pem" -keyfile "$work/authority.key" \
        -in "$work/$1.csr" -out "$work/$1.pem" -startdate "$3" -enddate "$4" 2>/dev/null
    cat "$work/$1.key" "$work/$1.pem" >"$1.pem"
}

here="DNS:localhost,IP:127.0.0.1,IP:::1"
authority authority
cp "$work/authority.pem" authority.pem
certificate server "$here" 20250101000000Z 21250101000000Z
certificate expired "$here" 20000101000000Z 20010101000000Z
certificate wrong-name "DNS:elsewhere.example" 20250101000000Z 21250101000000Z
certificate client "DNS:client.example" 20250101000000Z 21250101000000Z
authority self-signed -addext "subjectAltName=$here"
cat "$work/self-signed.key" "$work/self-signed.pem" >self-signed.pem
# The client's in the other forms that can be used.
cp "$work/client.pem" client-certificate.pem
openssl pkey -in "$work/client.key" -aes256 -passout pass:open -out client-locked.key
openssl pkcs12 -export -inkey "$work/client.key" -in "$work/client.pem" -passout pass:open -out client.p12
