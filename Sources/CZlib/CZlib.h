// The part of zlib that AutomergeDocument uses: raw DEFLATE streams.
#if !__has_include(<zlib.h>)
#error "AutomergeDocument needs the headers of zlib. \
Debian and Ubuntu: apt-get install zlib1g-dev. Fedora: dnf install zlib-devel. \
Homebrew: brew install zlib."
#endif
#include <zlib.h>
