# 1. build the pages
# 2. copy them
pages:
	./make_site
copy: pages
	rsync -a site/ example.org:
* := unused
