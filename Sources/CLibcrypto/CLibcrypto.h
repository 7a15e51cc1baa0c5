// The part of OpenSSL's libcrypto that AutomergeDocument uses: digests.
#if !__has_include(<openssl/evp.h>)
#error "AutomergeDocument needs the headers of OpenSSL. \
Debian and Ubuntu: apt-get install libssl-dev. Fedora: dnf install openssl-devel."
#endif
#include <openssl/evp.h>
